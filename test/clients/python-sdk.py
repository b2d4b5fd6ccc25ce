# Works with a server as an agent on the Python SDK does; prints one line of JSON. Arguments: `--url ADDRESS`, or a command and its words.
import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client


def connection(first, *rest):
    if first == "--url":
        return streamablehttp_client(rest[0])
    return stdio_client(StdioServerParameters(command=first, args=list(rest), env=dict(os.environ)))


async def main():
    async with connection(*sys.argv[1:]) as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            tools = await session.list_tools()
            listed = await session.call_tool("list_quotes", {"status": "QUOTED", "limit": 1})
            rows = listed.structuredContent["rows"]
            written = await session.call_tool("convert_quote", {"quote": rows[0]["friendlyId"]})
            names = [tool.name for tool in tools.tools]
            status = written.structuredContent["status"]
            print(json.dumps({"tools": names, "rows": len(rows), "status": status}))


asyncio.run(main())
