/**
 * What of the build is there. `npm start` starts this program before everything is built, and says over the channel
 * between the processes what is; `npm run dev` says the same of what it builds again. Alone, everything is there.
 */

/** What is built together and used together. */
export type BuildGroup = 'addon' | 'host' | 'page' | 'service';

/** What the builder says. */
export interface BuildMessage {
  readonly built: BuildGroup;
}

export interface Builds {
  /** Resolves when the group is built. */
  ready(group: BuildGroup): Promise<void>;
  /** Called when a group that was there is rebuilt. */
  onRebuilt(listener: (group: BuildGroup) => void): void;
}

/** @param channel this process */
export function followBuilds(channel: Pick<NodeJS.Process, 'send' | 'on'>): Builds {
  const isAlone = channel.send === undefined;
  const built = new Set<BuildGroup>();
  const waiting: { readonly group: BuildGroup; readonly resolve: () => void }[] = [];
  const listeners: ((group: BuildGroup) => void)[] = [];
  channel.on('message', (message) => {
    const { built: group } = message as BuildMessage;
    if (built.has(group)) for (const listener of listeners) listener(group);
    built.add(group);
    for (const each of waiting) if (each.group === group) each.resolve();
  });
  return {
    ready: (group) =>
      isAlone || built.has(group)
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ group, resolve })),
    onRebuilt: (listener) => void listeners.push(listener),
  };
}
