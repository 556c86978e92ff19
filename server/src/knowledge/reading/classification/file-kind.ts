const PROSE = /\.(?:md|mdx|markdown|mkd|rst|adoc|asciidoc|txt|text|org|tex|pod|rdoc|textile|wiki)$/i;
/** Files without an extension that usually are prose. */
const PROSE_NAMES =
  /^(?:readme|license|licence|copying|notice|authors|contributors|changelog|changes|news|history|todo|install|security|code_of_conduct|contributing|governance|maintainers)$/i;

const CODE =
  /\.(?:[cm]?[jt]sx?|py|pyi|rb|go|rs|java|kt|kts|scala|groovy|c|h|cc|cpp|cxx|hpp|hh|m|mm|swift|cs|fs|vb|php|pl|pm|lua|r|jl|ex|exs|erl|hrl|clj|cljs|hs|ml|mli|elm|dart|zig|nim|sh|bash|zsh|fish|ps1|bat|sql|graphql|proto|css|scss|sass|less|html?|vue|svelte|xml|xsl|json5?|jsonc|ya?ml|toml|ini|cfg|conf|properties|env|tf|hcl|nix|cmake|gradle|mk|dockerfile|ipynb|csv|tsv|svg|lock)$/i;
const CODE_NAMES =
  /^(?:makefile|dockerfile|containerfile|rakefile|gemfile|procfile|vagrantfile|jenkinsfile|cmakelists\.txt|justfile|\.[a-z].*)$/i;

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a file of a repository is prose. Prose is split as Markdown, everything else by lines. */
export function isProseFile(path: string): boolean {
  const name = nameOf(path);
  return (PROSE.test(name) && !CODE_NAMES.test(name)) || PROSE_NAMES.test(name);
}

/** Whether the name shows that this is code, configuration or data. */
export function isCodeFile(path: string): boolean {
  const name = nameOf(path);
  return CODE.test(name) || CODE_NAMES.test(name);
}
