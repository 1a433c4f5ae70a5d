# Looks its order up before and after it sends. A file says to others that the order is being sent.
import json, sys, time, urllib.error, urllib.request
from signed import URL, is_first, request_of, sign

NOTHING_DONE = ("-1003", "-1021", "-1022", "-2015")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None


opener = urllib.request.build_opener(NoRedirect)


def call(what, given):
    """Returns the decoded response, or None when it proves nothing."""
    method, target, body = request_of(what, given)
    request = urllib.request.Request(URL + target, body.encode() or None, sign(method, target, body), method=method)
    try:
        with opener.open(request, timeout=1) as response:
            return json.loads(response.read())
    except urllib.error.HTTPError as error:
        if error.code in (410, 418, 429):
            time.sleep(float(error.headers.get("Retry-After", 1)))
            return {"code": "-1003"}
    except Exception:
        pass
    return None


def find(intent):
    query = {name: intent["input"][name] for name in ("contractName", "clientOrderId")}
    found = call("getOrder", query)
    return str(found["orderId"]) if found and "orderId" in found else None


def read_all(intent):
    is_list = intent["do"] == "getOpenOrders"
    name = "orderId" if is_list else "tradeId"
    ids, query = [], dict(intent["input"])
    while True:
        page = call(intent["do"], query)
        if not isinstance(page, list):
            return {"outcome": "unknown"}
        fresh = [str(record[name]) for record in page if str(record[name]) not in ids]
        ids += fresh
        if not fresh or is_list:
            return {"outcome": "accepted", "ids": ids}
        query["fromId"] = str(page[-1][name])


def do(intent):
    if intent.get("all"):
        return read_all(intent)
    is_order = intent["do"] == "createOrder"
    # Broken with an argument: what is not there at once is sent again.
    if is_order and not is_first(intent) and (not sys.argv[1:] or find(intent)):
        return look(intent)
    response = call(intent["do"], intent["input"])
    if isinstance(response, dict) and "padding" not in response:
        if "orderId" in response:
            return {"outcome": "accepted", "orderId": str(response["orderId"])}
        if str(response.get("code")) == "0" and not is_order:
            return {"outcome": "accepted"}
        if str(response.get("code")) in NOTHING_DONE:
            return {"outcome": "rejected"}
    return look(intent) if is_order else {"outcome": "unknown"}


def look(intent):
    for _ in range(4):
        if order := find(intent):
            return {"outcome": "accepted", "orderId": order}
        time.sleep(1)
    return {"outcome": "unknown"}


for line in sys.stdin:
    print(json.dumps(do(json.loads(line))), flush=True)
