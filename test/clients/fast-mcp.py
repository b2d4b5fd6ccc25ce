# Works with a server as an agent on fastmcp does; prints one line of JSON. Arguments: `--url ADDRESS`, or a command and its words.
import asyncio
import json
import os
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport


def server(first, *rest):
    if first == "--url":
        return rest[0]
    return StdioTransport(command=first, args=list(rest), env=dict(os.environ))


async def main():
    async with Client(server(*sys.argv[1:])) as client:
        tools = await client.list_tools()
        listed = await client.call_tool("list_quotes", {"status": "QUOTED", "limit": 1})
        rows = listed.structured_content["rows"]
        written = await client.call_tool("convert_quote", {"quote": rows[0]["friendlyId"]})
        names = [tool.name for tool in tools]
        status = written.structured_content["status"]
        print(json.dumps({"tools": names, "rows": len(rows), "status": status}))


asyncio.run(main())
