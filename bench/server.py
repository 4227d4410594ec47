"""Processes that measure: one request a line, one line of JSON in answer."""
import json
import select
import subprocess


class Refused(Exception):
    """An answer that is an error."""


class Server:
    def __init__(self, command, folder=None, env=None):
        self.started = {"args": command, "cwd": folder, "env": env}
        self.start()

    def start(self):
        self.process = subprocess.Popen(stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **self.started)

    def alive(self):
        """Whether it is there; one that ended is started again for what comes next."""
        if self.process.poll() is None:
            return True
        self.process.stdout.close()
        self.start()
        return False

    def send(self, line):
        self.line = line
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def receive(self, patience=None):
        """The answer; a process that takes longer than `patience` seconds is ended."""
        if patience and not select.select([self.process.stdout], [], [], patience)[0]:
            self.process.kill()
            self.process.wait()
            raise Refused(f"no answer to '{self.line.split()[0]}' in {patience:g} s")
        answer = self.process.stdout.readline()
        if not answer:
            self.process.wait()
            raise Refused(f"the process ended at '{self.line.split()[0]}'")
        answer = json.loads(answer)
        if "error" in answer:
            raise Refused(answer["error"])
        return answer

    def ask(self, line):
        self.send(line)
        return self.receive()

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.wait()


class Peers:
    """The packages that are there; `left_out` says why the others are not."""

    def __init__(self, command, names, folder=None, env=None):
        self.servers, self.versions, self.left_out, self.modes = {}, {}, {}, []
        for name in names:
            self.servers[name] = Server([*command, name], folder, env)
            self.servers[name].send("modes")  # all of them start at once
        for name in names:
            try:
                answer = self.servers[name].receive()
            except Refused as why:
                self.left_out[name] = str(why)
                self.servers.pop(name).close()
                continue
            self.versions[name] = answer["version"]
            self.modes += [(name, mode) for mode in answer["modes"]]

    def ask(self, name, line):
        return self.servers[name].ask(line)

    def close(self):
        for server in self.servers.values():
            server.close()
