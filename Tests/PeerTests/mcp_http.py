"""The official client of the Model Context Protocol, of either generation, with `coach serve --demo` as its server over HTTP:
lists all tools and calls each that is named.

    mcp_http.py PROGRAM MODE [TOOL JSON]...      MODE of the client 2.x: auto, legacy, 2026-07-28
"""
import asyncio
import json
import subprocess
import sys

import mcp
from mcp.client import streamable_http

program, mode = sys.argv[1:3]
calls = list(zip(sys.argv[3::2], sys.argv[4::2]))


def text(value):
    return value.model_dump_json(by_alias=True, exclude_none=True)


async def talk(client):
    print("tools", text(await client.list_tools()))
    for tool, arguments in calls:
        print("call", tool, text(await client.call_tool(tool, json.loads(arguments))))


async def main(url):
    if hasattr(mcp, "Client"):
        async with mcp.Client(streamable_http.streamable_http_client(url), mode=mode) as client:
            print("protocol", client.protocol_version)
            return await talk(client)
    async with streamable_http.streamablehttp_client(url) as (reader, writer, _):
        async with mcp.ClientSession(reader, writer) as client:
            print("protocol", (await client.initialize()).protocolVersion)
            await talk(client)


server = subprocess.Popen([program, "serve", "--demo", "--listen", "0", "--rate", "100000"], stderr=subprocess.PIPE, text=True)
try:
    line = next(line for line in server.stderr if "answering at" in line)
    asyncio.run(asyncio.wait_for(main(line.split("answering at ")[1].split(";")[0] + "/mcp"), 60))
finally:
    server.terminate()
