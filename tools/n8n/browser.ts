import { existsSync } from 'node:fs';
import { chromium, selectors, type Page } from 'playwright-core';
import { OWNER } from './rest';
import { TIMEOUT_MS, until } from './wait';

const CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const QUIET = [
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];
/** The duration of the editor's animations, in ms. */
const SLIDE_MS = 800;

/** Without a graphics card, the processor draws each step of an animation. */
const WITHOUT_ANIMATIONS = `document.addEventListener('DOMContentLoaded', () => {
	const style = document.createElement('style');
	style.textContent = '*, *::before, *::after { animation: none !important; transition: none !important; }';
	document.head.append(style);
});`;

/** The n8n editor in a headless Chromium, signed in. */
export class Editor {
	constructor(
		private readonly baseUrl: string,
		/** The browser tab, for anything that the methods do not cover. */
		readonly page: Page,
		readonly close: () => Promise<void>,
	) {}

	/** Opens a workflow and waits until the editor has drawn its nodes. */
	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
		await this.page.waitForTimeout(SLIDE_MS);
	}

	/** Opens the panel of a node of the open workflow. */
	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.page.getByTestId('ndv').waitFor();
		await this.page.waitForTimeout(SLIDE_MS);
	}

	async closeNode(): Promise<void> {
		// If a list is open, the first Escape closes only that list, and another Escape closes the panel.
		await until(async () => {
			await this.page.keyboard.press('Escape');
			await this.page.waitForTimeout(SLIDE_MS);
			return !(await this.page.getByTestId('ndv').isVisible());
		});
	}

	/** Runs the open workflow with the editor's button, and waits for the result notice. */
	async runWorkflow(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').first().click();
		await this.noticeOfEnd();
	}

	/** Waits for the notice that a run has ended. */
	async noticeOfEnd(): Promise<void> {
		await this.page.locator('.el-notification').first().waitFor();
	}

	/**
	 * Takes two screenshots, `<path>-light.png` and `<path>-dark.png`.
	 *
	 * @param part the whole window, or the parameters of the open node
	 */
	async screenshots(path: string, part: 'window' | 'parameters' = 'window'): Promise<void> {
		const shown = part === 'window' ? this.page : this.page.getByTestId('node-parameters').first();
		for (const colorScheme of ['light', 'dark'] as const) {
			await this.page.emulateMedia({ colorScheme });
			await this.page.waitForTimeout(SLIDE_MS);
			// Notices are hidden, because they would cover a corner.
			const style = '.el-notification { display: none !important; }';
			await shown.screenshot({ path: `${path}-${colorScheme}.png`, style });
		}
	}
}

/**
 * Opens the editor of a running n8n instance. The page can reach only loopback.
 *
 * @param baseUrl see `RunningN8n`
 * @param viewport size of the window in pixels
 * @throws Error with instructions if Chromium is not installed
 */
export async function openEditor(baseUrl: string, viewport = { width: 1440, height: 900 }): Promise<Editor> {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args: QUIET });
	try {
		const context = await browser.newContext({ viewport });
		await context.addInitScript({ content: WITHOUT_ANIMATIONS });
		await context.route(
			({ hostname }) => hostname !== '127.0.0.1' && hostname !== 'localhost',
			(route) => route.abort(),
		);
		context.setDefaultTimeout(TIMEOUT_MS);
		const { email, password } = OWNER;
		const data = { emailOrLdapLoginId: email, password };
		await context.request.post(`${baseUrl}/rest/login`, { data, failOnStatusCode: true });
		const page = await context.newPage();
		return new Editor(baseUrl, page, () => browser.close());
	} catch (error) {
		await browser.close();
		throw error;
	}
}

function findChromium(): string {
	const found = CHROMIUMS.find((path) => existsSync(path));
	if (!found) throw new Error('Pictures of the editor need Chromium (Debian: apt-get install chromium).');
	return found;
}
