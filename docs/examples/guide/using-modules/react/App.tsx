import { useStorage } from '@tuffet/react-hooks';
import { settings } from './settings';

function FontSize() {
  const { setFontSize } = useStorage(settings).fontSizeState;
  return (
    <button type="button" onClick={() => setFontSize((size) => size + 2)}>
      Larger text
    </button>
  );
}

function Preview() {
  const { fontSize } = useStorage(settings).fontSizeState;
  return <p style={{ fontSize }}>This text is {fontSize}px</p>;
}

export function App() {
  return (
    <>
      <FontSize />
      <Preview />
    </>
  );
}
