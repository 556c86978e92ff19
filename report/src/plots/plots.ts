export { candidateColor } from '../model/letters.ts';
export { costBars, costByVolume } from './costs.ts';
export { detectablePlot } from './detectable.ts';
export type { Drawing } from './drawing.ts';
export { ecdfPlot } from './ecdf.ts';
export { forestPlot } from './forest.ts';
export { paretoPlot } from './pareto.ts';
export { scorePlot } from './scores.ts';
