# Sends once, and leaves everything that it does not understand to a person. Python's http.client.
import hashlib, hmac, http.client, json, os, sys, time, urllib.parse

base = urllib.parse.urlsplit(os.environ["FUTURES_URL"])
PATHS = {"createOrder": "order", "createConditionOrder": "conditionOrder", "cancelOrder": "cancel",
         "cancelContractOrders": "cancel", "cancelAllOrders": "cancel_all", "changeLeverage": "edit_lever"}

intent = json.loads(sys.stdin.readline())
if intent["do"] not in PATHS:
    sys.exit()
# A person who starts it twice is asked whether the first one is still at work.
lock = f"{os.environ.get('TMPDIR', '/tmp')}/human-{base.port}"
try:
    os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
except FileExistsError:
    print('{"outcome":"unknown"}')
    sys.exit()
path = "/fapi/v1/" + PATHS[intent["do"]]
body = "" if intent["do"] == "cancelAllOrders" else json.dumps(intent["input"], separators=(",", ":"))
timestamp = str(time.time_ns() // 1_000_000)
signature = hmac.new(os.environ["FUTURES_API_SECRET"].encode(), f"{timestamp}POST{path}{body}".encode(), hashlib.sha256)
headers = {"X-CH-TS": timestamp, "X-CH-APIKEY": os.environ["FUTURES_API_KEY"], "X-CH-SIGN": signature.hexdigest()}
word = {"outcome": "unknown"}
try:
    connection = http.client.HTTPConnection(base.netloc, timeout=1)
    connection.request("POST", path, body, headers)
    response = json.load(connection.getresponse())
    if "orderId" in response:
        word = {"outcome": "accepted", "orderId": str(response["orderId"])}
    elif str(response["code"]) == "0" and intent["do"] != "createOrder":
        word = {"outcome": "accepted"}
except Exception:
    pass
print(json.dumps(word))
