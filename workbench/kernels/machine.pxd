# What the systems give that C itself does not: a clock, a hint of what will be read soon, and large pages:
# tables that are read here and there spend half of their time on finding pages of 4 KB.

cdef extern from *:
    """
    #if defined(_WIN32)
    #include <windows.h>
    static inline long long monotonic_ns(void) {
        LARGE_INTEGER ticks, per_second;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&per_second);
        return (long long)((double)ticks.QuadPart * 1e9 / (double)per_second.QuadPart);
    }
    #else
    #include <time.h>
    static inline long long monotonic_ns(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return now.tv_sec * 1000000000LL + now.tv_nsec;
    }
    #endif
    #include <stdlib.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    #define LARGE_PAGE ((size_t)1 << 21)
    /* Zeroed memory that takes no time before it is touched, but some milliseconds a large page then, at worst;
       NULL if there is none. */
    static inline void *take_pages(size_t size) {
        char *start, *aligned;
        size_t whole = (size + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
        if (size < 2 * LARGE_PAGE) return calloc(size ? size : 1, 1);
        start = mmap(NULL, whole + LARGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (start == MAP_FAILED) return NULL;
        aligned = (char *)(((size_t)start + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1));
        if (aligned > start) munmap(start, aligned - start);
        if (aligned < start + LARGE_PAGE) munmap(aligned + whole, start + LARGE_PAGE - aligned);
    #ifdef MADV_HUGEPAGE
        madvise(aligned, whole, MADV_HUGEPAGE);
    #endif
        return aligned;
    }
    static inline void give_pages(void *pages, size_t size) {
        if (size < 2 * LARGE_PAGE) free(pages);
        else if (pages) munmap(pages, (size + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1));
    }
    /* Give back what is between two places of such memory, whole large pages, which takes a millisecond for
       some megabytes; giving all of it back is done in no time then. */
    static inline void empty_pages(void *pages, size_t size, size_t first, size_t last) {
        if (size < 2 * LARGE_PAGE || first >= size) return;
        size = (size + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
        madvise((char *)pages + first, (last < size ? last : size) - first, MADV_DONTNEED);
    }
    /* Ask for large pages where memory has come from elsewhere and is not touched yet. */
    static inline void use_large_pages(void *start, size_t size) {
    #ifdef MADV_HUGEPAGE
        size_t first = ((size_t)start + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
        size_t last = ((size_t)start + size) & ~(LARGE_PAGE - 1);
        if (first < last) madvise((void *)first, last - first, MADV_HUGEPAGE);
    #endif
    }
    #else
    #define take_pages(size) calloc((size) ? (size) : 1, 1)
    #define give_pages(pages, size) free(pages)
    #define empty_pages(pages, size, first, last) ((void)(pages))
    #define use_large_pages(start, size) ((void)(start))
    #endif
    #if defined(__GNUC__)
    #define read_soon(place) __builtin_prefetch(place)
    #else
    #define read_soon(place) ((void)(place))
    #endif
    """
    long long monotonic_ns() noexcept nogil
    void read_soon(const void* place) noexcept nogil
    void* take_pages(size_t size) noexcept nogil
    void give_pages(void* pages, size_t size) noexcept nogil
    void empty_pages(void* pages, size_t size, size_t first, size_t last) noexcept nogil
    void use_large_pages(void* start, size_t size) noexcept nogil
