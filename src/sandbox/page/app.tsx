/** The whole page: the bar, the grid, the sidebar and the status line. */
import { Bar } from './bar.js';
import { ServiceStatus } from './service-status.js';
import { Sidebar } from './sidebar.js';

/** The empty elements are for the grid, the charts, cell messages and toasts, which are no components. */
export function App({ rename }: { readonly rename: (name: string) => void }) {
  return (
    <>
      <Bar rename={rename} />
      <main id="grid" aria-label="Spreadsheet" />
      <section id="charts" aria-label="Charts of this sheet" hidden />
      <Sidebar />
      <footer id="status">
        <p id="cell-message" role="status" />
        <ServiceStatus />
      </footer>
      <div id="toasts" role="status" />
      <div id="cell-note" role="tooltip" hidden />
    </>
  );
}
