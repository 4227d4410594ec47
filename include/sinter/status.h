/* What every call that can fail returns: zero for success, a negative status for a failure. */
#ifndef SN_STATUS_H
#define SN_STATUS_H

enum sn_status {
    SN_OK = 0,                /* success */
    SN_ERR_ARGUMENT = -1,     /* an argument is not acceptable */
    SN_ERR_HANDLE = -2,       /* a handle is stale, freed or of another thread */
    SN_ERR_SHAPE = -3,        /* shapes or axes do not fit */
    SN_ERR_DTYPE = -4,        /* a dtype is not accepted here */
    SN_ERR_INDEX = -5,        /* an index is out of bounds */
    SN_ERR_VALUE = -6,        /* a value is out of range */
    SN_ERR_SYNTAX = -7,       /* expression text is malformed */
    SN_ERR_NAME = -8,         /* expression text names something unknown */
    SN_ERR_MEMORY = -9,       /* out of memory, or a size overflows */
    SN_ERR_IO = -10,          /* the operating system refused a file operation */
    SN_ERR_FORMAT = -11,      /* a file is not what it should be */
    SN_ERR_COMPILE = -12,     /* a generated kernel did not compile or load */
    SN_ERR_DEVICE = -13,      /* a device is absent or failed */
    SN_ERR_UNSUPPORTED = -14, /* not supported yet */
    SN_ERR_INTERNAL = -15     /* a fault in Sinter itself */
};

#endif
