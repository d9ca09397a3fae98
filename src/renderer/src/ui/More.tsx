import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import './more.css';

/** The end of a loaded list: loads more when it is rendered, and on a click. */
export function More({ onMore }: { readonly onMore: () => void }) {
  const { t } = useTranslation();
  const ask = useRef(onMore);
  useEffect(() => ask.current(), []);
  return (
    <div className="more">
      <Button onClick={onMore}>{t('common.more')}</Button>
    </div>
  );
}
