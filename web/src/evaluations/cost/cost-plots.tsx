import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { breakEvenSentence, type CostSection } from '@touchstone/report';
import { count, usd } from '@touchstone/report/figures';
import { breakEvenPlot, costBars, costByVolume } from '@touchstone/report/plots';
import { useMemo } from 'react';
import { Fact } from '../../ui/fact.tsx';
import { PlotView } from '../../ui/plot-view.tsx';

const route = getRouteApi('/workspaces/$workspaceId/evaluations/$evaluationId/cost');

/** The slider goes from a hundredth to a hundred times the scenario's volume; its value is the power of ten. */
const DECADES = 2;

/** The bill of a month against the budget, at the scenario's volume and at any other. */
export function CostPlots({ section }: { section: CostSection }) {
  const { scenario, volume: usual, candidates } = section;
  const { scenario: chosen, volume } = route.useSearch();
  const navigate = useNavigate({ from: route.id });
  const power = chosen === scenario && volume !== undefined ? volume : 0;
  const at = (usual ?? 1) * 10 ** power;
  const bars = useMemo(() => costBars(section), [section]);
  const curves = useMemo(() => costByVolume(section, at), [section, at]);
  const hosted = useMemo(() => candidates.filter(({ breakEven }) => breakEven !== null), [candidates]);
  const crossings = useMemo(
    () => hosted.map((one) => breakEvenPlot(one, at)).filter((drawing) => drawing !== null),
    [hosted, at],
  );
  const isKnown = candidates.some(({ monthly }) => monthly !== null);
  return (
    <section aria-label={scenario}>
      <h2>{scenario}</h2>
      {section.assumes !== null && <p className="quiet">{section.assumes}</p>}
      {section.pricedFrom.map((sentence) => (
        <p key={sentence} className="quiet">
          {sentence}
        </p>
      ))}
      <div className="figures">
        {isKnown ? (
          <PlotView drawing={bars} heading="Monthly cost" />
        ) : (
          <p className="empty">
            The cost of no candidate is known. Evidence below lists the missing facts and where to add them.
          </p>
        )}
        {curves && isKnown && <PlotView drawing={curves} heading="Cost by volume" />}
        {crossings.map((drawing) => (
          <PlotView key={drawing.title} drawing={drawing} />
        ))}
      </div>
      {usual !== null && isKnown && (
        <>
          <label className="slider">
            <span>Requests per month</span>
            <input
              type="range"
              min={-DECADES}
              max={DECADES}
              step={0.05}
              value={power}
              onChange={(event) =>
                void navigate({
                  search: { scenario, volume: Number(event.currentTarget.value) },
                  replace: true,
                  resetScroll: false,
                })
              }
            />
            <output>{count(Math.round(at))}</output>
          </label>
          <dl className="facts" aria-live="polite">
            {candidates
              .filter(({ basis }) => basis === 'api')
              .map(({ label, per1k }) => (
                <Fact key={label} name={label}>
                  {per1k === null ? 'not known' : `${usd((per1k * at) / 1000)} per month`}
                </Fact>
              ))}
          </dl>
        </>
      )}
      {hosted.map((one) => (
        <p key={one.label}>{breakEvenSentence(one)}</p>
      ))}
    </section>
  );
}
