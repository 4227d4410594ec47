"""What figures were measured on."""
import os
import platform
import subprocess
import time

import numpy as np


def machine():
    lines = open("/proc/cpuinfo") if os.path.exists("/proc/cpuinfo") else []
    return {
        "date": time.strftime("%Y-%m-%d"),
        "processor": next((l.split(":")[1].strip() for l in lines if l.startswith("model name")), platform.machine()),
        "cores": os.cpu_count(),
        "numpy": np.__version__,
    }


def available():
    """Bytes of memory that programs may still take; infinity where the system does not tell."""
    lines = open("/proc/meminfo") if os.path.exists("/proc/meminfo") else []
    return next((int(l.split()[1]) * 1024 for l in lines if l.startswith("MemAvailable")), float("inf"))


def compiler():
    try:
        return subprocess.run([os.environ.get("CC", "cc"), "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    except (OSError, IndexError):
        return "none"
