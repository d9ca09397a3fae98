import { Eye, EyeOff, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import '../records/tools/tools.css';
import { chooseNothing, problemsView } from './problemsView.ts';
import { askToHide } from './questions.ts';
import { showAgain } from './showAgain.ts';

/** Shows the number of selected problems and the actions for them. */
export function ChosenBar() {
  const { t } = useTranslation();
  const chosen = problemsView((view) => view.chosen);
  const hidden = problemsView((view) => view.hidden);
  if (chosen.size === 0) return null;
  const problems = [...chosen.values()];
  const show = async () => {
    if (await showAgain(problems, t('problems.hide.shown'))) chooseNothing();
  };
  return (
    <div className="selection">
      <section className="selection-bar" aria-label={t('problems.choose.label')}>
        <output className="num">{t('problems.choose.count', { count: chosen.size })}</output>
        <i className="selection-line" />
        {hidden ? (
          <Button tone="quiet" icon={Eye} onClick={() => void show()}>
            {t('problems.hide.show')}
          </Button>
        ) : (
          <Button tone="quiet" icon={EyeOff} onClick={() => askToHide(problems)}>
            {t('problems.hide.action')}
          </Button>
        )}
        <IconButton icon={X} label={t('records.unselect')} onClick={chooseNothing} />
      </section>
    </div>
  );
}
