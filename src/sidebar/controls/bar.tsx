/** A share as a bar. Decoration only: a figure next to it says the same. */
export function Bar({ share, isFull = false }: { share: number; isFull?: boolean }) {
  return (
    <div class={isFull ? 'bar full' : 'bar'} aria-hidden="true">
      <span style={`inline-size: ${(share * 100).toFixed(1)}%`} />
    </div>
  );
}
