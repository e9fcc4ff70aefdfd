// Functions of the Swift runtime that ours stand in front of.
#ifndef RS_INTERPOSE_H
#define RS_INTERPOSE_H

#include "State.h"

/// Begins our function of a name; the runtime's own is `real_` and the name, once `FIND` has looked it up.
#define REAL(name, type, ...)                       \
  static type (*real_##name)(__VA_ARGS__);          \
  RS_EXPORT type name(__VA_ARGS__);                 \
  RS_EXPORT type name(__VA_ARGS__)
/// To be called before the real function is.
#define FIND(name) \
  if (RS_UNLIKELY(!real_##name)) real_##name = rs_real(#name)

#endif
