# Sends each request of its standard input with a library of Python, as its first page of documentation uses it, and prints the
# response; one without a status where it throws.
import asyncio, json, socket, sys, urllib.error, urllib.parse, urllib.request


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None


def with_urllib(method, url, headers, body):
    request = urllib.request.Request(url, body and body.encode(), headers, method=method)
    try:
        response = urllib.request.build_opener(NoRedirect).open(request, timeout=1)
    except urllib.error.HTTPError as error:
        response = error
    return response.status, response.headers, response.read()


def with_requests(method, url, headers, body, session=None):
    import requests
    response = (session or requests).request(method, url, headers=headers, data=body, timeout=5)
    return response.status_code, response.headers, response.content


def with_urllib3_retry(*request):
    import requests
    from requests.adapters import HTTPAdapter
    from urllib3.util import Retry
    session = requests.Session()
    retry = Retry(3, allowed_methods=None, status_forcelist=[429, 500, 502, 503, 504], backoff_factor=0.1)
    session.mount("http://", HTTPAdapter(max_retries=retry))
    return with_requests(*request, session)


def with_httpx(method, url, headers, body):
    import httpx
    response = httpx.request(method, url, headers=headers, content=body, timeout=5)
    return response.status_code, response.headers, response.content


def with_aiohttp(method, url, headers, body):
    import aiohttp

    async def send():
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(5)) as session:
            async with session.request(method, url, headers=headers, data=body) as response:
                return response.status, response.headers, await response.read()

    return asyncio.run(send())


streams = []


def kept(method, url, headers, body):
    """Broken: keeps its connection from the request with this number on, and takes the next response on it for that of its next one."""
    address = urllib.parse.urlsplit(url)
    if len(streams) <= int(sys.argv[2]):
        streams.append(socket.create_connection((address.hostname, address.port)).makefile("rwb"))
    sent = {"Host": address.netloc, "Content-Length": str(len(body)), **headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
    streams[-1].write(f"{method} {address.path} HTTP/1.1\r\n{head}\r\n{body}".encode())
    streams[-1].flush()
    lines = iter(streams[-1].readline, b"\r\n")
    received = dict(line.decode().lower().strip().split(": ") for line in lines if b": " in line)
    return 200, received, streams[-1].read(int(received["content-length"]))


for line in sys.stdin:
    try:
        status, headers, body = globals()[sys.argv[1]](*json.loads(line))
        print(json.dumps({"status": status, "headers": dict(headers), "body": body.decode()}), flush=True)
    except Exception:
        print("{}", flush=True)
