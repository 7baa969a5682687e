/** A color as an entry page stores it. */
export interface Color {
	alpha: number;
	hex: string;
	hexa: string;
	hsla: { h: number; s: number; l: number; a: number };
	hsva: { h: number; s: number; v: number; a: number };
	hue: number;
	rgba: { r: number; g: number; b: number; a: number };
}

const HEX = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})?$/i;

/**
 * Reads a color from hex digits, or from an object with `hexa`, `hex` or `rgba`.
 *
 * @returns undefined for any other value
 */
export function readColor(sent: unknown): Color | undefined {
	if (typeof sent === 'string') return parseHex(sent);
	const { hexa, hex, rgba } = (sent ?? {}) as Record<string, unknown>;
	if (typeof hexa === 'string') return parseHex(hexa);
	if (typeof hex === 'string') return parseHex(hex);
	const { r, g, b, a = 1 } = (rgba ?? {}) as Record<string, unknown>;
	const channels = [r, g, b].every((value) => isBetween(value, 255));
	return channels && isBetween(a, 1) ? toColor([r, g, b, a] as Rgba) : undefined;
}

type Rgba = [r: number, g: number, b: number, a: number];

function isBetween(value: unknown, most: number): boolean {
	return typeof value === 'number' && value >= 0 && value <= most;
}

function parseHex(text: string): Color | undefined {
	const digits = HEX.exec(text);
	if (!digits) return undefined;
	const [, r, g, b, a = 'ff'] = digits;
	const [red, green, blue, alpha] = [r, g, b, a].map((pair) => Number.parseInt(pair!, 16)) as Rgba;
	return toColor([red, green, blue, alpha / 255]);
}

function toColor([r, g, b, a]: Rgba): Color {
	const hex = `#${[r, g, b].map(toHex).join('')}`;
	const [most, least] = [Math.max(r, g, b) / 255, Math.min(r, g, b) / 255];
	const h = toHue(r / 255, g / 255, b / 255);
	const l = (most + least) / 2;
	const spread = most - least;
	return {
		alpha: a,
		hex,
		hexa: hex + toHex(a * 255),
		hsla: { h, s: spread === 0 ? 0 : spread / (1 - Math.abs(2 * l - 1)), l, a },
		hsva: { h, s: most === 0 ? 0 : spread / most, v: most, a },
		hue: h,
		rgba: { r, g, b, a },
	};
}

function toHex(channel: number): string {
	return Math.round(channel).toString(16).padStart(2, '0').toUpperCase();
}

/** Returns the hue in degrees. */
function toHue(r: number, g: number, b: number): number {
	const most = Math.max(r, g, b);
	const spread = most - Math.min(r, g, b);
	if (spread === 0) return 0;
	if (most === r) return (60 * ((g - b) / spread) + 360) % 360;
	return most === g ? 60 * ((b - r) / spread) + 120 : 60 * ((r - g) / spread) + 240;
}
