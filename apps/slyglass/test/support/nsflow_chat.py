"""Talks to nsflow's backend as its page does: a question over the chat's socket, and what its other sockets say meanwhile.

Arguments: host:port, network, question, sly data. Prints one JSON object: socket to the list of what came.
"""

import asyncio
import json
import sys

from websockets.asyncio.client import connect

PATIENCE = 60
SIDE = ["internalchat", "slydata", "progress"]


async def collect(socket, heard):
    async for text in socket:
        heard.append(json.loads(text))


async def main(host, network, question, sly_data):
    heard = {name: [] for name in ["chat", *SIDE]}
    base = f"ws://{host}/api/v1/ws"
    sides = [await connect(f"{base}/{name}/{network}/s1") for name in SIDE]
    tasks = [asyncio.create_task(collect(socket, heard[name])) for name, socket in zip(SIDE, sides)]
    async with connect(f"{base}/chat/{network}/s1") as chat:
        message = {"message": question, "sly_data": json.loads(sly_data), "chat_context": {}}
        await chat.send(json.dumps(message))
        heard["chat"].append(json.loads(await asyncio.wait_for(chat.recv(), PATIENCE)))
        # The other sockets are fed from the same messages, by tasks of their own.
        for _ in range(50):
            await asyncio.sleep(0.1)
            if heard["slydata"] and len(heard["internalchat"]) >= 6:
                break
    for task in tasks:
        task.cancel()
    for socket in sides:
        await socket.close()
    print(json.dumps(heard))


asyncio.run(main(*sys.argv[1:]))
