import { InputError } from '../../../../engine/core/errors.ts';

/** A request of more than is taken: exporters do not send it again. */
export class RequestTooLarge extends InputError {}

/** Too much is being received at the moment: exporters send it again. */
export class ReceiverBusy extends Error {}
