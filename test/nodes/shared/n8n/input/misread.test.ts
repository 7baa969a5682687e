import fc from 'fast-check';

import { describeColumnDamage, describeDoubtfulText } from '../../../../../nodes/shared/n8n/input/damage';
import { isUtf8ReadAsWindows1252, mayHaveLostLetter } from '../../../../../nodes/shared/n8n/input/misread';
import { runs } from '../../../../support/runs';

/** Letters of names in several languages. */
const ALPHABETS = {
	German: 'abcdefghijklmnopqrstuvwxyzäöüß',
	Polish: 'abcdefghijklłmnoprstuwyząćęńóśźż',
	Czech: 'abcdefghijklmnopqrstuvwxyzáčďéěíňóřšťúůýž',
	Turkish: 'abcçdefgğhıijklmnoöprsştuüvyz',
	Vietnamese: 'abcdeghiklmnopqrstuvxyăâđêôơưáàảãạễệồốữựịọ',
	Icelandic: 'aábdðeéfghiíjklmnoóprstuúvxyýþæö',
	Greek: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ',
	Cyrillic: 'абвгдежзийклмнопрстуфхцчшщъыьэюяёєіїґ',
	Hebrew: 'אבגדהוזחטיכלמנסעפצקרשת',
	Arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنهويپچگ',
	Devanagari: 'कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह',
	Thai: 'กขคงจฉชซญดตถทธนบปผฝพฟภมยรลวศสหอฮ',
	Korean: '김이박최정강조윤장임한오서신권황안송류홍',
	Chinese: '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高',
};

const capitalize = (word: string) => word.replace(/^./u, (first) => first.toLocaleUpperCase());

/** What Windows-1252 has in place of the control characters of Latin-1, beginning with 0x80. */
const SIGNS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

/** Returns what programs show if they read UTF-8 as Latin-1 or Windows-1252. */
function misread(text: string): string[] {
	const latin1 = Buffer.from(text).toString('latin1');
	return [latin1, latin1.replace(/[\x80-\x9F]/g, (control) => SIGNS[control.charCodeAt(0) - 0x80]!)];
}

/** A name of two or more letters, of which at least one is not in ASCII. */
const nameOf = (letters: string) =>
	fc
		.array(fc.constantFrom(...letters), { minLength: 2, maxLength: 10 })
		.map((all) => capitalize(`${/[a-z]/.test(letters) ? 'be' : ''}${all.join('')}`))
		.filter((name) => /[^\0-\x7F]/.test(name) && !/(.)\1{3}/iu.test(name.toUpperCase()));

const isDoubted = (name: string) => (describeColumnDamage(name) ?? describeDoubtfulText(name)) !== undefined;

test.each(Object.entries(ALPHABETS))(
	'a name in %s is read in the wrong encoding only if its bytes are read as Windows-1252',
	(_language, letters) => {
		fc.assert(
			fc.property(nameOf(letters), (name) => {
				for (const text of [name, name.toUpperCase(), name.toLowerCase(), `Ann ${name}`, `“${name}”`])
					expect([text, isDoubted(text)]).toEqual([text, false]);
				for (const text of misread(name)) expect([text, isDoubted(text)]).toEqual([text, true]);
			}),
			{ numRuns: runs(60) },
		);
	},
);

test.each([
	'MATÚŠ',
	'KNÍŽEK',
	'Úžas',
	'JOSÉ’S',
	'Ana María “Mayi” Ibáñez',
	'O´Brien',
	'D’Arcy',
	'Smith–Jones',
	'Gal·la',
	'Mª José',
	'Ann ♥',
	'Zoë (née Ångström)',
	'Þór Æsir',
	'“A4”',
])('%s has no lost letter', (name) => {
	for (const text of [name, name.normalize('NFD')])
		expect([mayHaveLostLetter(text), isUtf8ReadAsWindows1252(text)]).toEqual([false, false]);
});
