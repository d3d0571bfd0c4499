import lazuli

print(f"library {lazuli.library_path()}")
print(f"headers {lazuli.include_path()}")
