# Broken: keeps its connection from the order with this number on, and takes the next response on it for that of its next order.
import json, socket, sys, urllib.parse
from signed import PATHS, URL, sign

address = urllib.parse.urlsplit(URL)
for number, line in enumerate(sys.stdin):
    if number <= int(sys.argv[1]):
        stream = socket.create_connection((address.hostname, address.port)).makefile("rwb")
    intent = json.loads(line)
    path, body = PATHS[intent["do"]], json.dumps(intent["input"])
    headers = {"Host": address.netloc, "Content-Length": str(len(body)), **sign("POST", path, body)}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    stream.write(f"POST {path} HTTP/1.1\r\n{head}\r\n{body}".encode())
    stream.flush()
    received = dict(header.lower().split(b": ") for header in iter(stream.readline, b"\r\n") if b": " in header)
    response = json.loads(stream.read(int(received[b"content-length"])))
    print(json.dumps({"outcome": "accepted", "orderId": str(response["orderId"])}), flush=True)
