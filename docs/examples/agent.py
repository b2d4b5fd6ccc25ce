"""Approves clean carrier bills: plans it, waits until a person has approved, then carries it out."""

import base64
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

MCP_URL = os.environ.get("MCP_URL", "http://127.0.0.1:3333/mcp")
POLL_SECONDS = float(os.environ.get("POLL_SECONDS", "30"))
PROTOCOL = "2026-07-28"

token = {"text": None, "ends": 0.0}


def get_token():
    """Returns a token, a new one shortly before the last one expires. A server on your own machine needs none."""
    issuer = os.environ.get("ISSUER")
    if not issuer:
        return None
    if time.time() < token["ends"] - 30:
        return token["text"]
    with urllib.request.urlopen(issuer.rstrip("/") + "/.well-known/openid-configuration", timeout=10) as response:
        endpoint = json.load(response)["token_endpoint"]
    names = [urllib.parse.quote(os.environ[name], safe="") for name in ("CLIENT_ID", "CLIENT_SECRET")]
    form = {"grant_type": "client_credentials", "scope": "waybill:read waybill:write", "resource": MCP_URL}
    request = urllib.request.Request(endpoint, data=urllib.parse.urlencode(form).encode())
    request.add_header("Authorization", "Basic " + base64.b64encode(":".join(names).encode()).decode())
    with urllib.request.urlopen(request, timeout=10) as response:
        answer = json.load(response)
    token.update(text=answer["access_token"], ends=time.time() + answer.get("expires_in", 60))
    return token["text"]


def post(tool, arguments):
    """Sends one call, and returns the result that the tool gave."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": PROTOCOL,
        "io.modelcontextprotocol/clientInfo": {"name": "bill-approvals", "version": "1.0.0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": tool, "arguments": arguments, "_meta": meta},
    }
    request = urllib.request.Request(MCP_URL, data=json.dumps(message).encode())
    request.add_header("Content-Type", "application/json")
    request.add_header("Accept", "application/json, text/event-stream")
    request.add_header("MCP-Protocol-Version", PROTOCOL)
    request.add_header("Mcp-Method", "tools/call")
    request.add_header("Mcp-Name", tool)
    bearer = get_token()
    if bearer:
        request.add_header("Authorization", "Bearer " + bearer)
    for attempt in range(1, 11):
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return read_result(response)
        except urllib.error.HTTPError as error:
            # A busy server says that nothing was changed: wait as long as it asks, then send the same again.
            is_busy = error.code == 503 and error.headers.get("X-Nothing-Changed") == "true"
            if not is_busy or attempt == 10:
                raise
            time.sleep(float(error.headers.get("Retry-After", "2")))


def read_result(response):
    """Reads the answer, which comes as JSON or as one event of a stream."""
    text = response.read().decode()
    if response.headers.get_content_type() == "text/event-stream":
        lines = [line[len("data:") :] for line in text.splitlines() if line.startswith("data:")]
        text = next(line for line in lines if '"result"' in line or '"error"' in line)
    answer = json.loads(text)
    if "error" in answer:
        raise RuntimeError(answer["error"]["message"])
    return answer["result"]["structuredContent"]


def call(tool, **arguments):
    """Calls a tool, again while it says that this is safe."""
    for attempt in range(1, 11):
        answer = post(tool, arguments)
        error = answer.get("error", {})
        # "retryable" is never true of a write that may have been carried out.
        if not error.get("retryable") or error["code"] == "APPROVAL_PENDING" or attempt == 10:
            return answer
        time.sleep(error.get("retryAfterSeconds", 5))


def run_when_approved(approval_id):
    """Returns what became of the plan once a person has decided. Running it twice does nothing twice."""
    while True:
        answer = call("run_approved", approvalId=approval_id)
        if answer.get("error", {}).get("code") != "APPROVAL_PENDING":
            return answer
        time.sleep(POLL_SECONDS)


def approve_clean_bills():
    clean = call("list_bills", status="IN_REVIEW", verdict="clean", fields=["friendlyId"], limit=50)
    if "error" in clean:
        return clean
    bills = [row["friendlyId"] for row in clean["rows"]]
    if not bills:
        return {"status": "done", "summary": "No clean bills today."}
    answer = call("approve_bills", bills=bills)
    # "changed": a record changed after the person said yes, so nothing was done and a new plan waits for them.
    while answer.get("status") in ("approval_required", "changed") and "approval" in answer:
        approval = answer["approval"]
        where = approval["how"].get("url") or approval["how"]["command"]
        print(f"{approval['id']} needs a person before {approval['expiresAt']}: {where}", flush=True)
        answer = run_when_approved(approval["id"])
    return answer


def main():
    answer = approve_clean_bills()
    error = answer.get("error")
    if error is None:
        print(f"{answer['status']}: {answer['summary']}")
        return 2 if answer["status"] == "partial" else 0
    print(f"{error.get('outcome', 'failed')}: {error['code']}: {error['message']}", file=sys.stderr)
    # Nothing was done (1), or a person has to look before anybody does it again (2).
    return 2 if error.get("outcome") in ("unknown", "partial") else 1


sys.exit(main())
