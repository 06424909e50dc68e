// The wheel with Ctrl, or two fingers: larger and smaller, around the place pointed at.

export const onWheel =
  (zoom: (by: number, y: number) => void) =>
  (node: HTMLElement): (() => void) => {
    const turned = (e: WheelEvent): void => {
      if (!e.ctrlKey) return;
      e.preventDefault();
      zoom(Math.exp(-e.deltaY / 300), e.clientY - node.getBoundingClientRect().top);
    };
    node.addEventListener('wheel', turned, { passive: false });
    return () => node.removeEventListener('wheel', turned);
  };
