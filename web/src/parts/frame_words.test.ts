import { describe, expect, test } from 'vitest';
import { row } from '../model/samples';
import {
  answeringHue,
  problemsOf,
  shortId,
  shortSession,
  subjectOf,
  titleOfFrame,
} from './frame_words';

describe('frame words', () => {
  const ask = row(1, { kind: 'request', method: 'session/request_permission', update: null });
  const answer = row(2, { kind: 'response', method: ask.method, update: null, dir: 'c2a' });
  test('the answering side gives the hue', () => {
    expect(answeringHue(ask)).toBe('human');
    expect(answeringHue(row(1, { kind: 'request', method: 'initialize', dir: 'c2a' }))).toBe(
      'agent',
    );
    expect(answeringHue(row(1, { kind: 'error', method: 'initialize', dir: 'a2c' }))).toBe('agent');
    expect(answeringHue(row(1, { kind: 'request', method: 'fs/read_text_file' }))).toBe('client');
  });
  test('titles', () => {
    expect(titleOfFrame(row(1))).toBe('agent_message_chunk');
    expect(titleOfFrame(answer)).toBe('Response to session/request_permission');
    expect(titleOfFrame({ ...answer, kind: 'error', method: null })).toMatch(/unknown request/);
    const bare = { method: null, update: null };
    expect(subjectOf(row(1, { ...bare, kind: 'invalid' }))).toBe('not a JSON-RPC message');
    expect(subjectOf(row(1, { ...bare, kind: 'response' }))).toBe('unknown method');
    expect(subjectOf(row(1, { update: null }))).toBe('session/update');
  });
  test('problems are sentences, one or more', () => {
    expect(problemsOf(row(1))).toEqual([]);
    expect(problemsOf(row(1, { problem: 'a blank line\nnot JSON: "x", at byte 0' }))).toEqual([
      'A blank line.',
      'Not JSON: "x", at byte 0.',
    ]);
  });
  test('ids are cut to what tells them apart', () => {
    expect(shortSession('sess_044ef662-1152')).toBe('044e');
    expect(shortSession('044ef662-1152')).toBe('044e');
    expect(shortSession(null)).toBe('');
    expect(shortId('"a-long-id"')).toBe('"a-lo…');
    expect(shortId('12')).toBe('12');
    expect(shortId(null)).toBe('');
  });
});
