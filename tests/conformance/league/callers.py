# One caller for each HTTP library of Python, as its first page of documentation uses it: an exception, another status than 2xx or a
# code is a failure, and a failure is a "no".
import asyncio, json, sys
from signed import URL, request_of, sign


def with_requests(method, url, headers, body, session=None):
    import requests
    response = (session or requests).request(method, url, headers=headers, data=body, timeout=5)
    response.raise_for_status()
    return response.json()


def with_urllib3_retry(method, url, headers, body):
    import requests
    from requests.adapters import HTTPAdapter
    from urllib3.util import Retry
    session = requests.Session()
    retry = Retry(3, allowed_methods=None, status_forcelist=[429, 500, 502, 503, 504], backoff_factor=0.1)
    session.mount("http://", HTTPAdapter(max_retries=retry))
    return with_requests(method, url, headers, body, session)


def with_httpx(method, url, headers, body):
    import httpx
    response = httpx.request(method, url, headers=headers, content=body, timeout=5)
    response.raise_for_status()
    return response.json()


def with_aiohttp(method, url, headers, body):
    import aiohttp

    async def send():
        timeout = aiohttp.ClientTimeout(5)
        async with aiohttp.ClientSession(timeout=timeout, raise_for_status=True) as session:
            async with session.request(method, url, headers=headers, data=body) as response:
                return await response.json()

    return asyncio.run(send())


def do(send, intent):
    method, target, body = request_of(intent["do"], intent["input"])
    try:
        data = send(method, URL + target, sign(method, target, body), body or None)
        if intent.get("all"):
            return {"outcome": "accepted", "ids": [str(one.get("tradeId") or one["orderId"]) for one in data]}
        if str(data.get("code", 0)) != "0":
            return {"outcome": "rejected"}
        return {"outcome": "accepted", **({"orderId": str(data["orderId"])} if "orderId" in data else {})}
    except Exception:
        return {"outcome": "rejected"}


for line in sys.stdin:
    print(json.dumps(do(globals()[sys.argv[1]], json.loads(line))), flush=True)
