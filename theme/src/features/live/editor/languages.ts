import { javascriptLanguage, tsxLanguage, typescriptLanguage } from '@codemirror/lang-javascript';
import type { Language, LRLanguage } from '@codemirror/language';
import { styleTags, tags } from '@lezer/highlight';

/** The language of a file by its extension. Vue's is in a separate script. */
export async function loadLanguage(name: string): Promise<Language> {
  if (name.endsWith('.vue')) {
    const { vueLanguage } = await import(/* webpackChunkName: "editor-vue" */ './vue-language');
    return vueLanguage;
  }
  if (name.endsWith('.tsx')) {
    return refine(tsxLanguage);
  }
  return refine(name.endsWith('.ts') ? typescriptLanguage : javascriptLanguage);
}

const called = tags.function(tags.variableName);

/** Differences between the highlighting on pages and that of the grammar. */
const refinements = styleTags({
  'CallExpression/InstantiationExpression/VariableName': called,
  'NewExpression/VariableName NewExpression/InstantiationExpression/VariableName': called,
  'JSXAttribute/Equals': tags.punctuation,
  Spread: tags.updateOperator,
});

const refine = (language: LRLanguage): Language => language.configure({ props: [refinements] });
