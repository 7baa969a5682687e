"""A link with latency between two network devices. Usage: `python3 link.py A B`.

Creates the TUN devices A and B, and delivers each packet from one device at the other after half a round trip. Packets
keep their order and none is lost. Even handshakes are delayed, which a proxy cannot do. Each line of standard input is a
new round-trip time in ms; it is 0 at first. When standard input ends, the link closes and both devices disappear."""

import fcntl
import os
import select
import struct
import sys
import time
from collections import deque

TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000
LARGEST_PACKET = 65536


def device(name):
    descriptor = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(descriptor, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN | IFF_NO_PI))
    return descriptor


def received(descriptor):
    while True:
        try:
            yield os.read(descriptor, LARGEST_PACKET)
        except BlockingIOError:
            return


def deliver(descriptor, packet):
    try:
        os.write(descriptor, packet)
    except OSError:
        pass  # The device is not up yet, so nobody is waiting for this packet.


def main(first, second):
    ends = device(first), device(second)
    towards = {ends[0]: ends[1], ends[1]: ends[0]}
    on_the_way = deque()
    one_way = 0.0
    print("ready", flush=True)
    while True:
        wait = max(0, on_the_way[0][0] - time.monotonic()) if on_the_way else None
        readable, _, _ = select.select([sys.stdin, *ends], [], [], wait)
        if sys.stdin in readable:
            line = sys.stdin.readline()
            if not line:
                return
            one_way = float(line) / 2000
        now = time.monotonic()
        for end in ends:
            if end in readable:
                on_the_way.extend((now + one_way, towards[end], packet) for packet in received(end))
        while on_the_way and on_the_way[0][0] <= now:
            _, end, packet = on_the_way.popleft()
            deliver(end, packet)


main(*sys.argv[1:])
