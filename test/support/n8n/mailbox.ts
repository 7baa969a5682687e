import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A mail server on loopback that keeps its messages. */
export interface Mailbox {
	port: number;
	/** The messages so far with headers and body, decoded from quoted-printable. */
	messages: string[];
	close(): Promise<void>;
}

/** Starts a mail server on loopback. It supports only the SMTP commands that a client without a password needs. */
export async function openMailbox(): Promise<Mailbox> {
	const messages: string[] = [];
	const server = createServer((socket) => receive(socket, messages)).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		port,
		messages,
		async close() {
			server.close();
			await once(server, 'close');
		},
	};
}

function receive(socket: Socket, messages: string[]): void {
	const say = (line: string) => socket.write(`${line}\r\n`);
	let unread = '';
	let message: string[] | undefined;
	say('220 ready');
	socket.on('data', (chunk: Buffer) => {
		const lines = (unread + chunk.toString()).split('\r\n');
		unread = lines.pop()!;
		for (const line of lines) {
			// In SMTP, a dot at the beginning of a line is doubled.
			if (message && line !== '.') message.push(line.replace(/^\.\./, '.'));
			else if (message) {
				messages.push(decode(message.join('\n')));
				message = undefined;
				say('250 kept');
			} else if (/^DATA/i.test(line)) {
				message = [];
				say('354 go on');
			} else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
			else say('250 ok');
		}
	});
	socket.on('error', () => socket.destroy());
}

/** Decodes quoted-printable. */
function decode(message: string): string {
	return message
		.replace(/=\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
