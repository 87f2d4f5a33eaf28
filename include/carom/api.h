// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file api.h
/// What stands around the declarations of every public header: they are C in C++ programs as well,
/// and they are all that leaves the libraries, whose other names are hidden.

#ifndef CAROM_API_H
#define CAROM_API_H

#if defined(__GNUC__) && !defined(_WIN32)
#define CAROM_PUSH_VISIBLE _Pragma("GCC visibility push(default)")
#define CAROM_POP_VISIBLE  _Pragma("GCC visibility pop")
#else
#define CAROM_PUSH_VISIBLE
#define CAROM_POP_VISIBLE
#endif

#ifdef __cplusplus
#define CAROM_BEGIN CAROM_PUSH_VISIBLE extern "C" {
#define CAROM_END                                                                                  \
  }                                                                                                \
  CAROM_POP_VISIBLE
#else
#define CAROM_BEGIN CAROM_PUSH_VISIBLE
#define CAROM_END   CAROM_POP_VISIBLE
#endif

#endif
