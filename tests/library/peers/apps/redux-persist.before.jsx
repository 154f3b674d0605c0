import { createRoot } from 'react-dom/client';
import { Provider, useDispatch, useSelector } from 'react-redux';
import { combineReducers, legacy_createStore as createStore } from 'redux';
import { persistReducer, persistStore } from 'redux-persist';
import storage from 'redux-persist/lib/storage';

const initial = { theme: 'light', fontSize: 16 };
const reducer = combineReducers({
  settings: (state = initial, action) =>
    action.type === 'settings/set' ? { ...state, ...action.payload } : state,
});
const store = createStore(
  persistReducer({ key: 'root', storage: storage.default ?? storage }, reducer),
);
persistStore(store);

function App() {
  const { theme, fontSize } = useSelector((state) => state.settings);
  const dispatch = useDispatch();
  const set = (payload) => dispatch({ type: 'settings/set', payload });
  return (
    <main>
      <output>{`${theme} ${fontSize}`}</output>
      <button type="button" onClick={() => set({ theme: 'dark' })}>
        Dark
      </button>
      <button type="button" onClick={() => set({ fontSize: fontSize + 1 })}>
        Larger
      </button>
    </main>
  );
}

createRoot(document.getElementById('app')).render(
  <Provider store={store}>
    <App />
  </Provider>,
);
