// Runs n8n's own scan for verified packages on the sources and on the published package: node test/package/scan.mjs
// FOLDER_OF_SOURCES FOLDER_OF_UNPACKED_TARBALL
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

const [sources, published] = process.argv.slice(2);
const results = {
	sources: await analyzePackage(sources, SOURCE_FILE_PATTERNS),
	published: await analyzePackage(published, ['**/*.js', 'package.json']),
};
process.stdout.write(JSON.stringify(results));
