# Finds liblazuli.

const library_name = "liblazuli.so.1"

"""
    Lazuli.find_library() -> Vector{String}

Returns the paths of `liblazuli` to try, in this order. If the environment variable `LAZULI_LIBRARY`
is set, this is its only value. Otherwise these are the loader's own folders (`LD_LIBRARY_PATH`,
`ldconfig`), the folder that `pkg-config` knows, `~/.local/lib` and `/usr/local/lib`.
"""
function find_library()
    haskey(ENV, "LAZULI_LIBRARY") && return [ENV["LAZULI_LIBRARY"]]
    found = String[library_name]
    for folder in (pkg_config_folder(), joinpath(homedir(), ".local", "lib"), "/usr/local/lib")
        isempty(folder) || push!(found, joinpath(folder, library_name))
    end
    return found
end

function pkg_config_folder()
    Sys.which("pkg-config") === nothing && return ""
    command = pipeline(`pkg-config --variable=libdir lazuli`, stderr = devnull)
    return try
        String(strip(read(command, String)))
    catch
        ""
    end
end

function load_library()
    # pkg-config is asked only if the loader does not find the library.
    haskey(ENV, "LAZULI_LIBRARY") || !opens(library_name) || return Raw.open_library(library_name)
    candidates = find_library()
    for name in candidates
        opens(name) && return Raw.open_library(name)
    end
    error("Lazuli: no library was found; tried $(join(candidates, ", ")). Install Lazuli, or let the environment " *
          "variable LAZULI_LIBRARY name the file of liblazuli.so.1")
end

opens(name) = Libdl.dlopen(name; throw_error = false) !== nothing
