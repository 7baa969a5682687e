import { checkAccount } from './check';

checkAccount(process.argv.slice(2), { input: process.stdin, output: process.stdout }).then(
	(isSuccessful) => (process.exitCode = isSuccessful ? 0 : 1),
	(error: Error) => {
		console.error(error.message);
		process.exitCode = 1;
	},
);
