export { vueLanguage } from '@codemirror/lang-vue';
