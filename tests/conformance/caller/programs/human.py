# Sends once, and leaves everything that it does not understand to a person. Python's http.client.
import http.client, json, sys, urllib.parse
from signed import PATHS, URL, is_first, request_of, sign

intent = json.loads(sys.stdin.readline())
if intent["do"] not in PATHS or intent.get("all"):
    sys.exit()
word = {"outcome": "unknown"}
# A person who starts it twice is asked whether the first one is still at work.
if is_first(intent):
    method, path, body = request_of(intent["do"], intent["input"])
    try:
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(URL).netloc, timeout=1)
        connection.request(method, path, body, sign(method, path, body))
        response = json.load(connection.getresponse())
        if "orderId" in response:
            word = {"outcome": "accepted", "orderId": str(response["orderId"])}
        elif str(response["code"]) == "0" and intent["do"] != "createOrder":
            word = {"outcome": "accepted"}
    except Exception:
        pass
print(json.dumps(word))
