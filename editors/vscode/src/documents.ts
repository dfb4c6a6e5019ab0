// Which documents the server is told of. Languages that it knows by name, files that it knows by their suffix
// whatever VS Code calls their language, German translations by their names and folders. The server has the
// last word: it leaves alone what is in another language or excluded. No import of vscode, so that tests can read it.

export interface Filter {
  scheme: string;
  language?: string;
  pattern?: string;
}

/** Languages whose documents are prose, or translations, whatever the file is called. */
export const LANGUAGES: readonly string[] = [
  "adoc", "asciidoc", "asciidoctor", "django-html", "gettext", "git-commit", "gitcommit", "html", "htmldjango",
  "jinja-html", "latex", "markdown", "mdx", "mhtml", "org", "plaintex", "plaintext", "po", "restructuredtext", "rst",
  "srt", "subrip", "tex", "text", "typst", "vtt", "webvtt", "xhtml", "xliff",
];

const SUFFIXES = [
  "txt", "text", "md", "markdown", "mkd", "mdown", "mdx", "tex", "latex", "ltx", "html", "htm", "xhtml", "rst",
  "rest", "adoc", "asciidoc", "asc", "org", "typ", "srt", "vtt", "po", "pot", "xlf", "xliff", "strings",
  "stringsdict", "xcstrings", "ftl",
];

const TRANSLATIONS = "{json,arb,yml,yaml,properties}";
const GERMAN = ["de", "deu", "ger", "german", "deutsch", "gsw", "bar"];
const FOLDERS = "{locale,locales,_locales,i18n,l10n,lang,langs,language,languages,messages,translation,translations}";

/** Files by name: every text and translation by its suffix, JSON, YAML and the like only where they are German. */
export const PATTERNS: readonly string[] = [
  `**/*.{${SUFFIXES.join(",")}}`,
  ...GERMAN.flatMap((name) => [
    `**/{${name},${name}[-_]*,*[-_.@]${name},*[-_.@]${name}[-_]*}.${TRANSLATIONS}`,
    `**/{${name},${name}[-_]*}/**/*.${TRANSLATIONS}`,
  ]),
  `**/${FOLDERS}/**/*.{yml,yaml}`, // these may name their language inside
  "**/{values,values-*}/*.xml",
  "**/*{_de,_de_*}.ts",
];

/** What VS Code calls the programming languages of a format, where it does not just use the format's name. */
const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  javascript: ["javascript", "javascriptreact"],
  typescript: ["typescript", "typescriptreact"],
};

/** Formats of programs, whose comments are read only where the settings say so. */
export const PROGRAMS: readonly string[] = [
  "python", "javascript", "typescript", "java", "c", "cpp", "csharp", "rust", "go",
];

/** The selector for these settings: `programs` reads all programs, `formats` may name some. */
export function selector(programs: boolean, formats: readonly string[]): Filter[] {
  const named = PROGRAMS.filter((format) => programs || formats.includes(format));
  const ofPrograms = named.flatMap((format) => VARIANTS[format] ?? [format]);
  return [
    ...["file", "untitled"].flatMap((scheme) => LANGUAGES.map((language) => ({ scheme, language }))),
    ...PATTERNS.map((pattern) => ({ scheme: "file", pattern })),
    ...ofPrograms.map((language) => ({ scheme: "file", language })),
    { scheme: "vscode-notebook-cell", language: "markdown" },
  ];
}
