// A loader: replaces the name of each lazy script with its number. Files are named by numbers.
import numbers from '../contracts/theme-scripts.json' with { type: 'json' };

export default function numberScripts(source) {
  return source.replace(/(?<=webpackChunkName: ")[^"]+/g, (name) => {
    if (!(name in numbers)) {
      throw new Error(`contracts/theme-scripts.json has no number for "${name}".`);
    }
    return numbers[name];
  });
}
