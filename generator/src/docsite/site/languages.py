"""The languages of code blocks.

This list is a copy of the one in the worker, so that `docsite check` doesn't need Node. A test
compares them.
"""

from __future__ import annotations

PLAIN_LANGUAGES = frozenset({"", "plain", "plaintext", "text", "txt"})
"""Languages that are not highlighted."""

_HIGHLIGHTED = """
1c 1c-query abap actionscript actionscript-3 ada adoc ahk ahk1 ahk2 angular-html angular-ts apache
apex apl applescript ara as3 asciidoc asm astro awk ballerina bash bat batch be beancount berry
bibtex bicep bird bird2 blade bsl c c# c++ c3 cadence cairo cdc chapel chpl cjs clarity clj clojure
closure-templates cmake cmd cobol codeowners codeql coffee coffeescript common-lisp console coq cpp
cql crystal cs csharp css csv cts cue cypher d dart dax desktop diff docker dockerfile dotenv
dream-maker edge elisp elixir elm emacs-lisp erb erl erlang f f# f03 f08 f18 f77 f90 f95 fennel fish
fluent for fortran-fixed-form fortran-free-form fs fsharp fsl ftl gd gdresource gdscript gdshader
genie gherkin git-commit git-rebase gjs gleam glimmer-js glimmer-ts glsl gn gnuplot go gql graphql
groovy gts hack haml handlebars haskell haxe hbs hcl hjson hlsl hs html html-derivative http hurl
hxml hy imba ini jade java javascript jinja jison jl js json json5 jsonc jsonl jsonnet jssm jsx
julia just justfile kdl kotlin kql kt kts kusto latex lean lean4 less liquid lisp lit llvm log logo
lua luau make makefile markdown marko matlab mbt mbti md mdc mdx mediawiki mermaid mips mipsasm mjs
mmd mojo moonbit move mts nar narrat nextflow nextflow-groovy nf nginx nim nix nsis nu nushell objc
objective-c objective-cpp ocaml odin openscad org pascal perl perl6 php pkl plsql po polar postcss
pot potx powerquery powershell prisma prolog properties proto protobuf ps ps1 pug puppet purescript
pwsh py python ql qml qmldir qss r racket raku razor rb rbs reg regex regexp rel riscv ron rosmsg rs
rst ruby ruby-signature rust sas sass scad scala scheme scss sdbl sh shader shaderlab shell
shellscript shellsession smalltalk smithy solidity soy sparql spl splunk sql ssh-config stata styl
stylus surql surrealql svelte swift system-verilog systemd talon talonscript tasl tcl templ
terraform tex tf tfvars toml tres ts ts-tags tscn tsp tsv tsx turtle twig typ typescript typespec
typst v vala vb verilog vhdl vim viml vimscript vue vue-html vue-vine vy vyper wasm wenyan wgsl wiki
wikitext wit wl wolfram xml xsl yaml yml zenscript zig zsh 文言
"""

LANGUAGES = PLAIN_LANGUAGES.union(_HIGHLIGHTED.split())
