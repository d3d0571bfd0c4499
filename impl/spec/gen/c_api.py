"""The C functions of ops."""


def c_header(ops):
    return ""


def capi_bodies(ops):
    return ""
