export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  css: ['~/assets/styles.css'],
  telemetry: false,
});
