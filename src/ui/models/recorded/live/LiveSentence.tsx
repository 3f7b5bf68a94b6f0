import { Fragment } from 'react';
import { useCalmPage, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { formatByteSize } from '../../../words/sizes.ts';
import { getRecordedPart } from '../recordedPart.ts';
import { describeLive } from './describeLive.ts';
import { formatMoment } from './formatMoment.ts';

/** Cases that run, that wait and since when, and that have ended; before them a source that is silent. */
export function LiveSentence() {
  const store = usePageStore();
  const silence = usePage(state => getRecordedPart(state).silence);
  const unread = usePage(state => getRecordedPart(state).unread);
  useCalmPage(state => getRecordedPart(state).live);
  useCalmPage(state => getRecordedPart(state).frame);
  const now = Date.now();
  const parts = describeLive(store.getState(), now) ?? [];
  return (
    <>
      {unread > 0 && (
        <>
          <b>Not live</b>: the last {formatByteSize(unread)} could not be opened. Before,{' '}
        </>
      )}
      {unread === 0 && silence !== null && (
        <>
          {silence.isReachable && 'Nothing has come from '}
          <b>{location.host}</b>
          {!silence.isReachable && ' has not answered'} since{' '}
          {formatMoment(silence.isReachable ? silence.since : silence.answeredAt, now)}:{' '}
        </>
      )}
      {parts.map(({ strong, rest }, i) => (
        <Fragment key={strong}>
          {i > 0 && ', '}
          <b>{strong}</b>
          {rest}
        </Fragment>
      ))}
      .
    </>
  );
}
