/** The forms of a string with `{count}`. Each language has those that it needs. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** The form for a number, with the number as the language writes it. */
export function pluralize(forms: Forms, count: number, locale: string): string {
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
  return form.replace('{count}', new Intl.NumberFormat(locale).format(count));
}
