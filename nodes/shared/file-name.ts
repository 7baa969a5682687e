/** Returns a file name without the folders before it, whichever slashes separate them. */
export function withoutFolders(name: string): string {
	return name.split(/[/\\]/).at(-1)!;
}
