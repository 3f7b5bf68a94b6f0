import { notLoaded } from '../../engine/errors.ts';
import type { RareLink } from './link.ts';

/**
 * Commands that are loaded with the first of them. Where they cannot be loaded the page says so, and stays as it is;
 * a later one tries again.
 * @param fail shows what went wrong
 */
export function rareLink(load: () => Promise<RareLink>, fail: (error: unknown) => void): RareLink {
  let loading: Promise<RareLink> | null = null;
  const loaded = () => {
    loading ??= load().catch(error => {
      loading = null;
      return notLoaded('this command')(error);
    });
    return loading;
  };
  /** For commands that do not reject. */
  const safely = <Result>(otherwise: Result, command: (link: RareLink) => Promise<Result>) =>
    loaded().then(command, error => {
      fail(error);
      return otherwise;
    });
  const told = (command: (link: RareLink) => Promise<void>) => safely(undefined, command);
  return {
    openModel: model => told(link => link.openModel(model)),
    reset: (part, sure) => told(link => link.reset(part, sure)),
    newSeed: () => told(link => link.newSeed()),
    undo: () => told(link => link.undo()),
    redo: () => told(link => link.redo()),
    branch: (name, value) => told(link => link.branch(name, value)),
    fork: change => told(link => link.fork(change)),
    compare: (source, words, isOwnB) => safely(false, link => link.compare(source, words, isOwnB)),
    compareFile: file => safely(false, link => link.compareFile(file)),
    swapPair: () => told(link => link.swapPair()),
    leavePair: () => told(link => link.leavePair()),
    showRegion: region => told(link => link.showRegion(region)),
    tellReady: (setup, rounds) => told(link => link.tellReady(setup, rounds)),
    openOwn: (name, files) => told(link => link.openOwn(name, files)),
    openFiles: (files, meant) => told(link => link.openFiles(files, meant)),
    swapDirection: () => told(link => link.swapDirection()),
    openRecording: (document, beside) => told(link => link.openRecording(document, beside)),
    testConnection: async oracle => (await loaded()).testConnection(oracle),
    setLimits: async limits => (await loaded()).setLimits(limits),
    verify: () => told(link => link.verify()),
    estimate: async (setup, rounds) => (await loaded()).estimate(setup, rounds),
    goOn: oracle => told(link => link.goOn(oracle)),
    measureOrder: () => told(link => link.measureOrder()),
    measureArchetypes: () => told(link => link.measureArchetypes()),
    lookAtModels: kind => told(link => link.lookAtModels(kind)),
    loadModel: (spec, file) => safely(false, link => link.loadModel(spec, file)),
    cancelModel: () => told(link => link.cancelModel()),
    removeModel: spec => told(link => link.removeModel(spec)),
    removeAllModels: kind => told(link => link.removeAllModels(kind)),
    forgetModel: spec => told(link => link.forgetModel(spec)),
    openModelFile: file => told(link => link.openModelFile(file)),
    reach: (hosts, intent) => told(link => link.reach(hosts, intent)),
    release: host => told(link => link.release(host)),
    openKept: id => safely(false, link => link.openKept(id)),
    async openLeft(left, otherwise) {
      const link = await safely<RareLink | null>(null, async all => all);
      await (link === null ? otherwise() : link.openLeft(left, otherwise));
    },
    listKept: () => safely([], link => link.listKept()),
    amendKept: (id, part) => told(link => link.amendKept(id, part)),
    forgetKept: id => told(link => link.forgetKept(id)),
    saveKept: id => told(link => link.saveKept(id)),
    takeKept: file => told(link => link.takeKept(file)),
    async restore(id, otherwise) {
      const link = await safely<RareLink | null>(null, async all => all);
      await (link === null ? otherwise() : link.restore(id, otherwise));
    },
    giveUp: () => told(link => link.giveUp()),
  };
}
