"""Run a command and keep a copy of the bytes that cross its stdin and stdout.

    tap.py COPY SECONDS CMD [ARGS...]

What is read on stdin goes to COPY.c2a and then to the command, what the command writes goes to
COPY.a2c and then to stdout: as bytes, in the pieces in which they come. End of input is passed on
in both directions, signals are passed on to the command, and the tap ends as the command ended. A
command that still runs after SECONDS is killed. COPY.pid names the command's process. Standard
library only, and no acp-scope in it.
"""

import os
import signal
import subprocess
import sys
import threading


def write_all(fd, data):
    while data:
        data = data[os.write(fd, data) :]


def pump(source, sink, copy):
    try:
        while data := os.read(source, 65536):
            write_all(copy, data)
            write_all(sink, data)
    except BrokenPipeError:
        pass  # the reader has gone: closing the source tells the writer
    os.close(source)
    os.close(sink)
    os.close(copy)


def hand_on(signals, child):
    while True:
        child.send_signal(signal.sigwait(signals))


def main():
    copy, seconds, command = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    c2a, a2c = (os.open(f"{copy}.{way}", flags, 0o600) for way in ("c2a", "a2c"))
    # The fd by which the test sees that all have ended is inherited: close_fds would cut it.
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, close_fds=False
    )
    with open(f"{copy}.pid", "x") as file:
        file.write(str(child.pid))
    # Not a handler: one that comes just before a read begins would only run after that read.
    signals = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    threading.Thread(target=hand_on, args=(signals, child), daemon=True).start()
    deadline = threading.Timer(seconds, child.kill)
    deadline.daemon = True
    deadline.start()
    threading.Thread(target=pump, args=(0, child.stdin.fileno(), c2a), daemon=True).start()
    pump(child.stdout.fileno(), 1, a2c)
    code = child.wait()
    if code < 0:
        if code != -signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)
        os.kill(os.getpid(), -code)
    os._exit(code)  # not sys.exit: the other thread may still wait for the client


main()
