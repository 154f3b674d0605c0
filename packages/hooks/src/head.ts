import { TuffetError } from '@tuffet/core';
import type { ModuleKey, ModuleValue } from '@tuffet/shared';
import { hintOf } from './development.ts';
import { storeOf } from './storage-items.ts';
import type { TuffetStorage } from './types.ts';

/** Sets an attribute of the `<html>` element to the value of a property. */
export interface AttributeRule<V> {
  readonly attribute: string;
  /** The values that are applied. For others, the attribute isn't changed. */
  readonly values: readonly V[];
}

/** Adds a class to the `<html>` element, depending on the value of a property. */
export interface ClassRule<V extends string> {
  /** The class of each value. The classes of other values are removed. */
  readonly classes: { readonly [K in V]?: string };
}

/** How a head script applies the properties of a module. */
export type HeadRules<T> = {
  readonly [K in ModuleKey<T>]?:
    | AttributeRule<Extract<ModuleValue<T, K>, string | number | boolean>>
    | ClassRule<`${Extract<ModuleValue<T, K>, string | number | boolean>}`>;
};

/**
 * The script, in ES5 and without `<`, which could end the element it is in. It is a string because
 * bundlers change functions, and with them the hash. A rule is [name, initial value, attribute or 0,
 * values, what to set for each value].
 */
const SCRIPT = [
  '(function(area,key,rules){',
  'var html=document.documentElement,root={},text;',
  'try{text=window[area].getItem(key);if(/^\\s*\\{/.test(text))root=JSON.parse(text)}catch(e){}',
  'rules.forEach(function(r){',
  'var name=r[0],isStored={}.hasOwnProperty.call(root,name)&&!(Date.now()>=root["$expires."+name]),',
  'value=isStored?root[name]:r[1],result=r[4][typeof value=="object"?-1:r[3].indexOf(""+value)];',
  'if(!r[2])r[4].forEach(function(c){html.classList.remove(c)});',
  'if(result!==void 0)r[2]?html.setAttribute(r[2],result):html.classList.add(result)',
  '})})',
].join('');

/**
 * Returns an inline script for the `<head>`. It applies stored values to the `<html>` element before
 * the first paint. Values that aren't stored have their initial values.
 */
export function headScript<T>(storage: TuffetStorage<T>, rules: HeadRules<T>): string {
  const { type, key, getDefaults } = storeOf(storage);
  const defaults = getDefaults();
  const encoded = Object.entries(rules).map(([name, rule]) => {
    const [attribute, values, results] = parseRule(rule) ?? [];
    if (!results) throw new TuffetError('invalid-options', key, hintOf('headRule', name));
    return [name, defaults.get(name)?.value ?? null, attribute, values, results];
  });
  return `${SCRIPT}(${[`${type}Storage`, key, encoded].map(literalOf)})`;
}

type ParsedRule = [attribute: string | 0, values: string[], results: string[]];

/** Returns undefined if the rule is invalid. */
function parseRule(rule: unknown): ParsedRule | undefined {
  const { attribute, values, classes } = Object(rule) as Partial<AttributeRule<string>> &
    Partial<ClassRule<string>>;
  if (classes) {
    const names: unknown[] = Object.values(classes);
    const isName = (name: unknown): name is string =>
      typeof name === 'string' && /^\S+$/.test(name);
    return names.every(isName) ? [0, Object.keys(classes), names] : undefined;
  }
  if (!attribute || !Array.isArray(values) || !/^[a-z][\w-]*$/i.test(attribute)) return undefined;
  const texts = values.map(String);
  return [attribute, texts, texts];
}

/** Renders a value as JSON that is safe inside `<script>`, in any encoding of the page. */
function literalOf(value: unknown): string {
  const toCode = (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[<>&]|[^ -~]/g, toCode);
}

/** Returns the hash of an inline script for a content security policy: `sha256-…`, without quotes. */
export async function scriptHash(script: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
