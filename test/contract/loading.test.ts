/** Recognises cells whose custom function has not returned, in any language. */
import { isLoading } from '../../src/contract/loading.js';

test.each(
  [
    ['Loading...', 'Loading…', 'Wird geladen...', 'Chargement en cours...', 'Cargando...', 'Caricamento…'],
    ['Yükleniyor...', 'Загрузка...', '読み込んでいます...', '正在加载...', '로드 중...', 'กำลังโหลด...'],
    ['लोड हो रहा है...'],
  ].flat(),
)('%s is a loading text', (text) => expect(isLoading(text)).toBe(true));

test.each(
  [
    ['', '...', 'Announced', 'Announced (no records)', '#N/A', 'Acme opens a new plant in Austin...'],
    ['2026-01-31...', 'https://acme.example/…'],
  ].flat(),
)('%p is a value', (text) => expect(isLoading(text)).toBe(false));
