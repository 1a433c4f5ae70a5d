# The request of an intent, the headers of a signed call, and a file that the first of several programs makes.
import hashlib, hmac, json, os, time, urllib.parse

URL, KEY, SECRET = (os.environ[name] for name in ("FUTURES_URL", "FUTURES_API_KEY", "FUTURES_API_SECRET"))
PATHS = json.loads(os.environ["PATHS"])


def sign(method, target, body):
    timestamp = str(int(time.time() * 1000))
    signature = hmac.new(SECRET.encode(), (timestamp + method + target + body).encode(), hashlib.sha256).hexdigest()
    return {"X-CH-TS": timestamp, "X-CH-APIKEY": KEY, "X-CH-SIGN": signature, "Content-Type": "application/json"}


def request_of(what, given):
    """Method, target and body of a call."""
    target = PATHS[what]
    if what.startswith("get"):
        return "GET", target + "?" + urllib.parse.urlencode(given), ""
    return "POST", target, "" if what == "cancelAllOrders" else json.dumps(given)


def is_first(intent):
    """True for the first program that wants to send this to this service."""
    try:
        name = f"{intent['do']}-{KEY}-{intent['input'].get('clientOrderId')}"
        os.close(os.open(os.path.join(os.environ["TMPDIR"], name), os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False
