// Renders Markdown as the chats of an installed n8n do, with n8n's own library and settings. It is run as `node
// chat-markdown.mjs FOLDER_OF_N8N_EDITOR_UI`, with a JSON list of texts as input.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const assets = resolve(process.argv[2], 'dist/assets');

/** Loads the exports of an editor file. The end of its name is an unknown hash. */
async function load(name) {
	const files = readdirSync(assets).filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file));
	const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(assets, file)))));
	return modules.map(({ t }) => t).find(Boolean);
}

const MarkdownIt = (await load('markdown-it'))();
const chatHub = await load('ChatMarkdownChunk');

/** The settings and plugins that the chat hub gives to the library. */
function settingsOfChatHub() {
	const props = { source: { type: 'text', content: '' }, footnoteStyle: 'pill' };
	const render = chatHub.setup(props, { expose() {}, emit() {} });
	return render({ $style: {} }, []).props;
}

const { options, plugins } = settingsOfChatHub();
const inHub = new MarkdownIt({ ...options, highlight: undefined });
for (const plugin of plugins) inHub.use(plugin);
/** The renderer of a workflow's chat, in the editor or on its own page. */
const inChat = new MarkdownIt();

const texts = JSON.parse(await text(process.stdin));
const toPages = (markdown) => [inChat, inHub].map((library) => library.render(markdown));
process.stdout.write(JSON.stringify(texts.map(toPages)));
