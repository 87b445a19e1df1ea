"""Places an order once, over plain HTTP, and keeps the top of a book, over the stream, across lost connections.

    pip install websockets        (or apt-get install python3-websockets)
    CLIENT_ID=... DEVELOPER_API_KEY=... python3 order_and_watch.py http://127.0.0.1:8080 ISSUER SECURITY

The rules that it follows: docs/api/conventions.md (C1, C34), docs/api/stream.md (S10, S11, S13).
"""

import asyncio
import inspect
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

import websockets

BASE, ISSUER, SECURITY = sys.argv[1:4]
CREDENTIALS = f"{os.environ['CLIENT_ID']}:{os.environ['DEVELOPER_API_KEY']}"
AUTHORIZATION = {"Authorization": f"Bearer {CREDENTIALS}"}


def call(method, fields, tries=6):
    """The answer. The same key and body at each try: done once, whatever breaks."""
    headers = {**AUTHORIZATION, "Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex}
    request = urllib.request.Request(f"{BASE}/v3/{method}", json.dumps(fields).encode(), headers, method="POST")
    for failures in range(tries):
        wait = random.uniform(0, min(5, 0.1 * 2**failures))
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                answer = json.load(response)
            break
        except urllib.error.HTTPError as error:
            if error.code not in (429, 502, 503, 504):
                answer = json.load(error)
                break
            wait = max(wait, float(error.headers.get("Retry-After", 0)))
        except OSError:
            pass
        time.sleep(wait)
    else:
        raise SystemExit(f"{method}: no answer")
    if answer["statusCode"] != "101":
        raise SystemExit(f"{method} was refused: {answer['statusDesc']} {answer.get('Error(s)', '')}")
    return answer


# Its name since websockets 14; older versions have the other.
IS_NEW = "additional_headers" in inspect.signature(websockets.connect).parameters
HEADERS = "additional_headers" if IS_NEW else "extra_headers"


async def watch(seconds):
    """Every change of the top, each once; what was missed on a lost connection comes on the next one."""
    seq, venue, failures, until = None, None, 0, time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            address = BASE.replace("http", "ws", 1) + "/v3/stream"
            async with websockets.connect(address, **{HEADERS: AUTHORIZATION}) as line:
                request = {"op": "subscribe", "channel": "topOfBook", "securityIds": [SECURITY], "id": 1}
                if seq is not None:
                    request.update(after={SECURITY: seq}, venue=venue)
                await line.send(json.dumps(request))
                failures = 0
                while time.monotonic() < until:
                    # The service says something each second: silence is a dead line.
                    message = json.loads(await asyncio.wait_for(line.recv(), 5))
                    if message["type"] == "error":
                        raise SystemExit(message["message"])
                    if message["type"] == "subscribed":
                        venue = message["venue"]
                    if message["type"] not in ("snapshot", "update"):
                        continue
                    if message["type"] == "update" and message["prevSeq"] != seq:
                        seq = None
                        break
                    seq = message["seq"]
                    print(message["time"], message["bid"], message["offer"], flush=True)
        except (OSError, asyncio.TimeoutError, websockets.WebSocketException) as error:
            print(f"the line is lost: {error!r}", flush=True)
        failures += 1
        await asyncio.sleep(random.uniform(0, min(15, 0.25 * 2**failures)))


order = call(
    "createOrder",
    {
        "memberid": "1",
        "issuerid": ISSUER,
        "securityid": SECURITY,
        "type": "Limit",
        "action": "Buy",
        "quantity": 10,
        "price": "9.50",
        "expiration": "Day",
        "disclosePrice": "Yes",
        "solicited": "Unsolicited",
    },
)
print("order", order["orderDetails"]["orderId"], order["orderDetails"]["orderStatus"])
asyncio.run(watch(float(os.environ.get("SECONDS_TO_WATCH", "30"))))
