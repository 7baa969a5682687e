/** A fragment of HTML. Unlike text, it is not escaped when it is inserted into another fragment. */
export class Html {
	constructor(readonly text: string) {}
}

type Part = string | number | Html | Html[];

/** Creates HTML from a template. Text that is inserted is escaped. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
	return new Html(String.raw({ raw: strings }, ...parts.map(escapePart)));
}

function escapePart(part: Part): string {
	if (part instanceof Html) return part.text;
	if (Array.isArray(part)) return part.map(({ text }) => text).join('');
	return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = new Html(`<style>
	:root { color-scheme: light dark; --line: light-dark(#d8dce3, #333a45); --dim: light-dark(#5b6472, #97a1b0);
		--good: light-dark(#18794e, #4cc38a); --bad: light-dark(#c2410c, #ff9a57); --box: light-dark(#f5f7fa, #1b2027); }
	body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2.5rem auto; padding: 0 1.25rem;
		background: light-dark(#fff, #13171c); }
	h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1rem; margin: 2rem 0 .5rem }
	p { margin: .35rem 0; max-width: 46rem } .dim { color: var(--dim) }
	code { font: 13px ui-monospace, monospace } dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem;
		background: var(--box); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; margin: 1rem 0 }
	dt { color: var(--dim) } dd { margin: 0; overflow-wrap: anywhere; user-select: all }
	.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
	th { text-align: left; font-weight: 500; color: var(--dim) } th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line);
		vertical-align: top; white-space: nowrap } td.body { white-space: normal; overflow-wrap: anywhere; width: 60%; min-width: 16rem }
	.window { border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; margin: .5rem 0 } .window p { max-width: none }
	.meter { height: .5rem; border-radius: .25rem; background: var(--line); overflow: hidden; margin: .5rem 0 .75rem }
	.meter div { height: 100%; background: var(--good) } .meter .full { background: var(--bad) }
	.window svg { display: block; width: 100%; height: 3.5rem; border-bottom: 1px solid var(--line) }
	.calls { fill: var(--good) } .refused { fill: var(--bad) }
	.ends { display: flex; justify-content: space-between; font-size: 13px }
	.good { color: var(--good) } .bad { color: var(--bad) } .number { text-align: right }
</style>`);

/** Wraps HTML into a complete page. */
export function toDocument(title: string, body: Html): string {
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<link rel="icon" href="data:," />
				<title>${title}</title>
				${STYLE}
			</head>
			<body>
				${body}
			</body>
		</html> `.text;
}
